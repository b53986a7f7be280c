/**
 * The headers in which browsers and apps say that nobody has asked for a page yet. `Sec-Purpose` is the standard
 * (https://wicg.github.io/nav-speculation/prefetch.html), Chromium and Safari sent `Purpose` before it, Safari and the
 * app of Facebook send `X-Purpose`, and Firefox sent `X-Moz` until version 115.
 */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** `Sec-Purpose: prefetch;prerender;anonymous-client-ip` is one of many forms. `instant` was sent by early versions of Chrome. */
const earlyPurposes = /\b(?:prefetch|prerender|preview|instant)\b/i

/** Whether a request announces that it is sent before a person wants its answer, and may never be shown to one. */
export function announcesPrefetch(readHeader: (name: string) => string | undefined): boolean {
  return purposeHeaders.some((name) => earlyPurposes.test(readHeader(name) ?? ''))
}
