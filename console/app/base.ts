/** The path under which the service is reached: empty, or such as `/tack` behind a proxy. */
export const base = document.documentElement.dataset.base ?? ''
