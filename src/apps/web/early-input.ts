/**
 * Runs before the page's scripts: what is typed and pressed until they are ready counts as soon as they are. Without it
 * React would empty the fields, buttons would do nothing, and the browser itself would send a form, with what was typed in the
 * address or to a route that takes no forms. Forms that work without scripts (they have a method, and the browser validates them),
 * links and popovers are left alone; of several presses the last one counts. A press is judged after React's own capturing listener:
 * while data is missing React swallows presses, and otherwise it hydrates there and does what is asked for. A value is set twice, since
 * React ignores the event of a value that it has seen.
 */
export const earlyInputScript = `(()=>{
let typed=new Map(),press,timer;
const isReady=e=>Object.keys(e).some(k=>k.startsWith('__reactProps'));
const isEarly=()=>{const m=document.querySelector('main');return !m||!isReady(m)};
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
if(!isEarly()||!/^(input|select|textarea)$/.test(e.localName)||e.type==='file')return;
typed.set(e,e.type==='checkbox'||e.type==='radio'?e.checked:e.value);hold(press)},true);
const afterReact=(type,judge)=>addEventListener(type,e=>{
if(isEarly())document.addEventListener(type,()=>{if(isEarly())judge(e);else press=null},{capture:true,once:true})},true);
afterReact('submit',e=>{
if(e.target.hasAttribute('method')&&!e.target.noValidate)return;
e.preventDefault();hold({on:e.target,by:e.submitter})});
afterReact('click',({target})=>{
const b=target.closest?.('button');
if(!b||b.disabled||b.popoverTargetElement||b.type==='submit'&&b.form)return;
hold({on:b})})})()`
