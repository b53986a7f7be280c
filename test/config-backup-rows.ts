import { resolve } from 'node:path'
import { type SettingRow, wholeNumbers } from './config-rows.ts'

const hourMs = 3_600_000

export const backupRows: SettingRow[] = [
  {
    name: 'BACKUP_DIR',
    setting: ({ backups }) => backups.folder,
    byDefault: resolve('data/backups'),
    accepts: [['./backups', resolve('backups')]],
    refuses: [],
  },
  {
    name: 'BACKUP_EVERY',
    setting: ({ backups }) => backups.everyMs,
    byDefault: undefined,
    accepts: [
      ['24h', 24 * hourMs],
      ['5m', hourMs / 12],
      ['7d', 7 * 24 * hourMs],
    ],
    refuses: ['24', '4m', '367d', '1.5h', '0h', '-1h', '24 h', 'daily', 'hunter2'],
  },
  {
    name: 'BACKUP_KEEP',
    setting: ({ backups }) => backups.keep,
    byDefault: 14,
    accepts: [['1', 1]],
    refuses: ['1001', ...wholeNumbers.filter((text) => text !== '1001')],
  },
  {
    name: 'BACKUP_PASSPHRASE',
    setting: ({ backups }) => backups.passphrase,
    byDefault: undefined,
    accepts: [['correct horse battery', 'correct horse battery']],
    refuses: ['hunter2', 'x'.repeat(501)],
  },
]
