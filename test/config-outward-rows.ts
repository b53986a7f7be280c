import type { SettingRow } from './config-rows.ts'

/** What the service calls by itself. */
export const outwardRows: SettingRow[] = [
  {
    name: 'OUTWARD_NETWORKS',
    setting: ({ outboundNetworks: outwardNetworks }) => outwardNetworks,
    byDefault: 'public',
    accepts: [
      ['public', 'public'],
      ['any', 'any'],
    ],
    refuses: ['private', 'true', 'PUBLIC', 'hunter2'],
  },
]
