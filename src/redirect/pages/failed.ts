import { html } from 'ghtml'
import { type Page, page } from '../../server/page.ts'

const unavailableSeconds = 10

/** Status 503, with `Retry-After`: the fault is ours and passing. */
export function unavailablePage(): Page {
  return page({
    status: 503,
    title: 'We cannot open this link right now',
    headers: { 'retry-after': String(unavailableSeconds) },
    // An empty address is the page's own, query included, so trying again needs no script.
    body: html`<h1>We cannot open this link right now</h1>
<p>Something on our side is not answering. Nothing is wrong with the link or with your device. Please try again in a moment.</p>
<a class="button" href="">Try again</a>`,
  })
}

/** Status 429, with `Retry-After`: this address has opened more links than a person does. */
export function tooManyPage(retryAfterSeconds: number): Page {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return page({
    status: 429,
    title: 'That was a little fast',
    headers: { 'retry-after': String(seconds) },
    body: html`<h1>That was a little fast</h1>
<p>Many links were opened from your network in a short time, so we are taking a short break.</p>
<p class="next">Wait ${inWords(seconds)}, then reload this page.</p>`,
  })
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'one second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'one minute' : `${minutes} minutes`
}
