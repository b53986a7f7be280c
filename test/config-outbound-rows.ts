import type { SettingRow } from './config-rows.ts'

/** What the service calls by itself. */
export const outboundRows: SettingRow[] = [
  {
    name: 'OUTWARD_NETWORKS',
    setting: ({ outboundNetworks }) => outboundNetworks,
    byDefault: 'public',
    accepts: [
      ['public', 'public'],
      ['any', 'any'],
    ],
    refuses: ['private', 'true', 'PUBLIC', 'hunter2'],
  },
  {
    name: 'EXTRA_CA_CERTS',
    setting: ({ extraCertificatesFile }) => extraCertificatesFile,
    byDefault: undefined,
    accepts: [['./authority.pem', './authority.pem']],
    refuses: [],
  },
]
