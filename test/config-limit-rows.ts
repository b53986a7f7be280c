import { type SettingRow, wholeNumbers } from './config-rows.ts'

/** What callers and workspaces may have. */
export const limitRows: SettingRow[] = [
  {
    name: 'RATE_LIMITS',
    setting: ({ rateLimits }) => rateLimits.isEnabled,
    byDefault: true,
    accepts: [
      ['on', true],
      ['off', false],
    ],
    refuses: ['true', 'OFF', '0', 'hunter2'],
  },
  {
    name: 'RATE_LIMIT_PER_MINUTE',
    setting: ({ plans }) => plans.free.requestsPerMinute,
    byDefault: 120,
    accepts: [
      ['1', 1],
      ['1000000', 1_000_000],
    ],
    refuses: wholeNumbers,
  },
  {
    name: 'RATE_LIMIT_PER_HOUR',
    setting: ({ plans }) => plans.free.requestsPerHour,
    byDefault: 1000,
    accepts: [
      ['1', 1],
      ['1000000', 1_000_000],
    ],
    refuses: wholeNumbers,
  },
  {
    name: 'PLAN_LIMITS',
    setting: ({ plans: { free, pro, business } }) => [free.links, pro.members, business.requestsPerHour],
    byDefault: [1_000, 20, 60_000],
    accepts: [
      ['free.links=5000', [5_000, 20, 60_000]],
      [' pro.members = 50 , free.links=1 ', [1, 50, 60_000]],
      ['business.requestsPerHour=999999999', [1_000, 20, 999_999_999]],
    ],
    refuses: [
      'hunter2',
      'free',
      'free.links',
      'free.links=',
      'free.links=0',
      'free.links=-1',
      'free.links=1e3',
      'free.links=1000000000',
      'free.links=5;pro.links=6',
      'free.links=5,',
      'free.links=5,free.links=6',
      'free.webhook=5',
      'gold.links=5',
      'Free.links=5',
      'free.toString=5',
      'free.requestsPerHour=5',
      'free.requestsPerMinute=5',
    ],
  },
]
