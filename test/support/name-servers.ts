import { type NameServers, SystemNameServers } from '../../src/platform/http-client/dns-lookup.ts'

/** TXT records by name, as name servers answer them to all apps of this worker; an error is thrown. */
export const txtRecords = new Map<string, string[][] | Error>()

/** The names that were looked up. */
export const txtLookups: string[] = []

const system = new SystemNameServers({ hostsFile: '/etc/hosts' })

/** The name servers of tests. Methods can be replaced for a while. */
export const nameServers: NameServers = {
  async resolveTxt(name) {
    txtLookups.push(name)
    const answer = txtRecords.get(name) ?? Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })
    if (answer instanceof Error) throw answer
    return answer
  },
  resolveAddresses: (host) => system.resolveAddresses(host),
  areAnswering: async () => true,
}
