/** Storage key of the scroll positions of visited pages in this browser session. */
export const scrollKey = 'scroll'

/** Runs before the first paint, so that returning to a page restores its scroll position. */
export const scrollScript = `(()=>{const s=history.state;if(!s||!s.key){history.replaceState({key:Math.random().toString(32).slice(2)},'');return}try{const y=JSON.parse(sessionStorage.getItem('${scrollKey}')||'{}')[s.key];if(typeof y==='number')scrollTo(0,y)}catch{sessionStorage.removeItem('${scrollKey}')}})()`
