import type { ResolveTxt } from '../../src/platform/http-client/dns-lookup.ts'

/** TXT records by name, as name servers answer them to all apps of this worker; an error is thrown. */
export const txtRecords = new Map<string, string[][] | Error>()

/** The names that were looked up. */
export const txtLookups: string[] = []

/** The name servers of tests. */
export const resolveTxt: ResolveTxt = async (name) => {
  txtLookups.push(name)
  const answer = txtRecords.get(name) ?? Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })
  if (answer instanceof Error) throw answer
  return answer
}
