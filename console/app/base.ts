const { base: path = '', shortBase = location.host, bundledCountries, mcp } = document.documentElement.dataset

/** The path under which the service is reached: empty, or such as `/tack` behind a proxy. */
export const base = path

/** What short addresses without a domain of the workspace begin with, such as `tack.example` or `example.org/go`. */
export const shortAddressBase = shortBase

/** Whether countries come from the file of DB-IP, which wants to be named beside them. */
export const hasBundledCountries = bundledCountries !== undefined

/** Where agents connect; undefined where they cannot. */
export const agentAddress = mcp
