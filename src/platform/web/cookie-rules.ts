interface CookieRules {
  /** Begins the name of each cookie. With https, it keeps other hosts from setting the cookie (RFC 6265bis, 4.1.3.2). */
  readonly prefix: '' | '__Host-'
  readonly options: object
}

/** For cookies that no script reads, and that other sites send only when a person follows a link. */
export function cookieRules(publicUrl: string): CookieRules {
  const secure = new URL(publicUrl).protocol === 'https:'
  return { prefix: secure ? '__Host-' : '', options: { path: '/', httpOnly: true, sameSite: 'lax', secure } }
}
