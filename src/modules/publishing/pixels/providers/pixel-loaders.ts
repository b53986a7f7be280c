import { scriptLiteral } from '../../../../platform/web/page.ts'
import type { ActivePixel } from '../link-pixel.queries.ts'
import type { PixelType } from '../pixel.entity.ts'

// The texts are JavaScript for the browser. They use `w` (the window), `stub` and `load` of `commonScript`.

/**
 * `stub` is the queue that most providers use in place of their function until their script has loaded. `load` adds a
 * script once, and counts the scripts that are still loading. `quiet` continues when all scripts have loaded or failed,
 * and no resource has arrived for a while, because a provider reports the visit after its script has loaded.
 */
const commonScript = `const w=window,scripts={};let pending=0,timer;
const go=()=>location.replace(to);
const quiet=()=>{clearTimeout(timer);if(!pending)timer=setTimeout(go,quietMs)};
const load=(src,then)=>{let s=scripts[src];if(!s){s=scripts[src]=document.createElement('script');s.async=true;s.src=src;pending++;s.onload=s.onerror=()=>{pending--;quiet()};document.head.append(s)}if(then)s.addEventListener('load',then)};
const stub=(name,run,queue)=>w[name]||(w[name]=Object.assign(function(){const f=w[name];f[run]?f[run].apply(f,arguments):f[queue].push(arguments)},{[queue]:[]}));`

const googleLoader = `id=>{if(!w.gtag){w.dataLayer=w.dataLayer||[];w.gtag=function(){w.dataLayer.push(arguments)};w.gtag('js',new Date())}w.gtag('config',id);load('https://www.googletagmanager.com/gtag/js?id='+id)}`

/**
 * The base code that each provider documents (the addresses are in `pixel-ids.ts`), for a page view and without its copy of
 * the lines that load a script. With two pixels of one provider, each reports the visit once.
 */
const loaders: Readonly<Record<PixelType, string>> = {
  facebook: `id=>{const f=stub('fbq','callMethod','queue');if(!w._fbq){w._fbq=f;f.push=f;f.loaded=true;f.version='2.0'}f('init',id);f('trackSingle',id,'PageView');load('https://connect.facebook.net/en_US/fbevents.js')}`,
  googleAnalytics: googleLoader,
  googleAds: googleLoader,
  googleTagManager: `id=>{w.dataLayer=w.dataLayer||[];w.dataLayer.push({'gtm.start':Date.now(),event:'gtm.js'});load('https://www.googletagmanager.com/gtm.js?id='+id)}`,
  tiktok: `id=>{w.TiktokAnalyticsObject='ttq';const t=w.ttq=w.ttq||[],u='https://analytics.tiktok.com/i18n/pixel/events.js';if(!t.load){t.methods='page track identify instances debug on off once ready alias group enableCookie disableCookie'.split(' ');t.setAndDefer=(o,m)=>{o[m]=(...a)=>{o.push([m,...a])}};const all=o=>{t.methods.forEach(m=>t.setAndDefer(o,m));return o};all(t);t._i={};t._t={};t._o={};t.instance=i=>all(t._i[i]||[]);t.load=(i,o)=>{t._i[i]=[];t._i[i]._u=u;t._t[i]=Date.now();t._o[i]=o||{};load(u+'?sdkid='+i+'&lib=ttq')}}t.load(id);t.instance(id).page()}`,
  linkedin: `id=>{w._linkedin_partner_id=id;(w._linkedin_data_partner_ids=w._linkedin_data_partner_ids||[]).push(id);if(!w.lintrk){w.lintrk=(a,b)=>{w.lintrk.q.push([a,b])};w.lintrk.q=[]}load('https://snap.licdn.com/li.lms-analytics/insight.min.js')}`,
  x: `id=>{const f=stub('twq','exe','queue');f.version='1.1';f('config',id);load('https://static.ads-twitter.com/uwt.js')}`,
  pinterest: `id=>{if(!w.pintrk){w.pintrk=(...a)=>{w.pintrk.queue.push(a)};w.pintrk.queue=[];w.pintrk.version='3.0'}w.pintrk('load',id);w.pintrk('page');load('https://s.pinimg.com/ct/core.js')}`,
  snapchat: `id=>{const f=stub('snaptr','handleRequest','queue');f('init',id);f('track','PAGE_VIEW');load('https://sc-static.net/scevent.min.js')}`,
  reddit: `id=>{const f=stub('rdt','sendEvent','callQueue');f('init',id);f('track','PageVisit');load('https://www.redditstatic.com/ads/pixel.js?pixel_id='+id)}`,
  bing: `id=>load('https://bat.bing.com/bat.js',()=>{w.uetq=new UET({ti:id,q:[]});w.uetq.push('pageLoad')})`,
}

export interface PixelScriptOptions {
  readonly pixels: readonly ActivePixel[]
  readonly destination: string
  /** The longest time until the page goes on, in milliseconds after its script has begun. */
  readonly maxWaitMs: number
  /** How long no resource must arrive before the page goes on. */
  readonly quietMs: number
}

/**
 * The script of a page that runs pixels and goes on to the destination. It has the loaders of the providers in use; ids and
 * destination are data.
 */
export function buildPixelScript({ pixels, destination, maxWaitMs, quietMs }: PixelScriptOptions): string {
  const types = [...new Set(pixels.map(({ pixelType }) => pixelType))]
  const data = pixels.map(({ pixelType, pixelId }) => [pixelType, pixelId])
  return `(()=>{const to=${scriptLiteral(destination)},pixels=${scriptLiteral(data)},quietMs=${quietMs};
${commonScript}
setTimeout(go,${maxWaitMs});
try{new PerformanceObserver(quiet).observe({type:'resource'})}catch{}
const loaders={${types.map((type) => `${type}:${loaders[type]}`).join(',\n')}};
for(const [type,id] of pixels)try{loaders[type](id)}catch{}
quiet()})()`
}
