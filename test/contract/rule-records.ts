/** The fields of every rule that decides where visitors go. */
const common = {
  id: 'string',
  urlId: 'string',
  kind: 'string',
  priority: 'integer',
  isActive: 'boolean',
  createdAt: 'date-time',
  updatedAt: 'date-time',
} as const

/** The records of rules. */
export const ruleRecords = {
  DeviceRule: { ...common, device: 'string', destination: 'string' },
  GeoRule: {
    ...common,
    matchType: 'string',
    condition: 'string',
    values: 'strings',
    action: 'string',
    destination: 'string or null',
    blockMessage: 'string or null',
  },
  LanguageRule: { ...common, languages: 'strings', destination: 'string' },
  TimeRule: {
    ...common,
    days: 'strings',
    startTime: 'string or null',
    endTime: 'string or null',
    timezone: 'string',
    startsAt: 'date-time or null',
    endsAt: 'date-time or null',
    destination: 'string',
  },
  SplitRule: { ...common, name: 'string', weight: 'integer', destination: 'string or null' },
  RuleTestResult: { destination: 'string or null' },
} as const
