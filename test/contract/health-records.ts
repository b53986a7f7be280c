/** The records of link health. */
export const healthRecords = {
  LinkHealthSetting: { isOn: 'boolean', unreachable: 'integer' },
  LinkHealth: {
    urlId: 'string',
    isWatched: 'boolean',
    ownSetting: 'boolean or null',
    state: 'string',
    lastStatus: 'integer or null',
    lastError: 'string or null',
    lastCheckedAt: 'date-time or null',
    failingSince: 'date-time or null',
    isFrameable: 'boolean or null',
    nextCheckAt: 'date-time or null',
  },
} as const
