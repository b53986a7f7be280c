const { base: path = '', shortHost = location.host } = document.documentElement.dataset

/** The path under which the service is reached: empty, or such as `/tack` behind a proxy. */
export const base = path

/** The host of short addresses without a domain of the workspace, such as `tack.example`. */
export const shortAddressHost = shortHost
