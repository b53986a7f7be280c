const { base: path = '', shortBase = location.host } = document.documentElement.dataset

/** The path under which the service is reached: empty, or such as `/tack` behind a proxy. */
export const base = path

/** What short addresses without a domain of the workspace begin with, such as `tack.example` or `example.org/go`. */
export const shortAddressBase = shortBase
