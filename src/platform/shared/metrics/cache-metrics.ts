import { Counter } from './counter.ts'

export const cacheReads = new Counter(
  {
    name: 'tack_cache_reads_total',
    help: 'Reads of the caches in memory: a hit needed no database.',
    labels: ['cache', 'result'],
  },
  ['route', 'hit'],
  ['route', 'miss'],
  ['credential', 'hit'],
  ['credential', 'miss'],
)
