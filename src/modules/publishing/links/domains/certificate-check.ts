import pLimit from 'p-limit'
import { checkCertificate } from '../../../../platform/doctor/connection-checks.ts'
import { type DoctorCheck, ok } from '../../../../platform/doctor/doctor.ts'

/** So many domains, those verified last, are looked at in one run. */
const maxDomains = 50
const parallelChecks = 10

/** Reads the certificates of the service and of domains, where short addresses have https. */
export const certificateCheck: DoctorCheck = {
  name: 'certificates',
  async run({ settings: { shortUrl }, query, now }) {
    const { protocol, hostname, port } = new URL(shortUrl)
    if (protocol !== 'https:') return [ok('SHORT_URL has no https, so there are no certificates.')]
    const domains = query
      ? await query<{ host: string }>(
          `select host from domain where status = 'verified' order by verified_at desc limit $1`,
          [maxDomains],
        ).catch(() => [])
      : []
    const hosts = [hostname, ...domains.map(({ host }) => host)]
    const limit = pLimit(parallelChecks)
    return Promise.all(hosts.map((host) => limit(() => checkCertificate(host, Number(port) || 443, now()))))
  },
}
