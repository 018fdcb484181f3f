/** Storage key of the scroll positions of visited pages, for the length of the visit. */
export const scrollKey = 'scroll'

/** Runs when the page has been read, before it is painted: a page one comes back to is where it was left. */
export const scrollScript = `(()=>{const s=history.state;if(!s||!s.key){history.replaceState({key:Math.random().toString(32).slice(2)},'');return}try{const y=JSON.parse(sessionStorage.getItem('${scrollKey}')||'{}')[s.key];if(typeof y==='number')scrollTo(0,y)}catch{sessionStorage.removeItem('${scrollKey}')}})()`
