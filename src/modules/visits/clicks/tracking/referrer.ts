const maxLength = 253

/**
 * The host of a referrer, or the package of an Android app (`android-app://com.google.android.gm/`). Null for anything else.
 * Only the host, because the rest of a referrer can contain names or secrets.
 */
export function readReferrerHost(referrer: string | undefined): string | null {
  const url = referrer ? URL.parse(referrer) : null
  if (url === null) return null
  if (/^https?:$/.test(url.protocol)) return withoutFinalDots(url.hostname).slice(0, maxLength) || null
  // The URL standard keeps the case of hosts of other schemes, and encodes what cannot be in a package.
  if (url.protocol !== 'android-app:' || !/^\w[\w.]*$/.test(url.hostname)) return null
  return withoutFinalDots(url.hostname).slice(0, maxLength).toLowerCase()
}

/** The hosts of the site of a host, which people know with and without `www.`. */
export function listSiteHosts(host: string): string[] {
  const site = host.replace(/^www\.(?=.*\.)/i, '')
  return site.includes('.') ? [site, `www.${site}`] : [host]
}

/** A final dot only says that a name is complete (RFC 1034, 3.1). */
function withoutFinalDots(host: string): string {
  let end = host.length
  while (host[end - 1] === '.') end--
  return host.slice(0, end)
}
