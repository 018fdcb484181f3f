/**
 * Runs before the page's scripts: what is typed and pressed until they are ready counts as soon as they are, also in parts whose
 * scripts come after those of the page. Without it React would empty the fields, buttons would do nothing, and the browser itself
 * would send a form, with what was typed in the address or to a route that takes no forms. Forms that work without scripts (they have
 * a method, and the browser validates them), links and popovers are left alone; of several presses the last one counts. A press is
 * judged after React's own capturing listener: while data or scripts are missing React swallows presses, and otherwise it hydrates
 * there and does what is asked for. A value is set twice, since React ignores the event of a value that it has seen.
 */
export const earlyInputScript = `(()=>{
let typed=new Map(),press,timer;
const isReady=e=>Object.keys(e).some(k=>k.startsWith('__reactProps'));
const hold=p=>{press=p;timer??=setInterval(repeat,50)};
const restore=(e,v)=>{
if(typeof v==='boolean'){e.checked=!v;e.click();return}
e.value='';
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e),'value').set.call(e,v);
e.dispatchEvent(new Event(e.localName==='select'?'change':'input',{bubbles:true}))};
const repeat=()=>{
for(const[e,v]of typed)if(!e.isConnected)typed.delete(e);else if(isReady(e)){typed.delete(e);restore(e,v)}
if(press&&!press.on.isConnected)press=null;
if(press&&!typed.size&&isReady(press.on)){const{on,by}=press;press=null;on.localName==='form'?on.requestSubmit(by):on.click()}
if(!press&&!typed.size){clearInterval(timer);timer=undefined}};
addEventListener('input',({target:e})=>{
if(isReady(e)||!/^(input|select|textarea)$/.test(e.localName)||e.type==='file')return;
typed.set(e,e.type==='checkbox'||e.type==='radio'?e.checked:e.value);hold(press)},true);
const afterReact=(type,of,judge)=>addEventListener(type,e=>{
const on=of(e.target);
if(on&&isReady(on))press=null;
else if(on)document.addEventListener(type,()=>{if(isReady(on))press=null;else judge(e,on)},{capture:true,once:true})},true);
afterReact('submit',f=>f.hasAttribute('method')&&!f.noValidate?null:f,(e,on)=>{
e.preventDefault();hold({on,by:e.submitter})});
afterReact('click',t=>{
const b=t.closest?.('button');
return !b||b.disabled||b.popoverTargetElement||b.type==='submit'&&b.form?null:b},(e,on)=>hold({on}))})()`
