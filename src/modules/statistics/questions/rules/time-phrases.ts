import type { Unit } from '../calendar.ts'
import { type Phrase, say } from './phrase.ts'

const unit = '(minute|hour|day|week|month)s?'
const publish =
  '(?:post|send|publish|share|tweet|e-?mail|mail|promote|schedule)(?: (?:it|them|links|things|stuff|posts?|(?:my|our) [a-z]+))?'
const each = '(?:(?:by|per|each|every|for each|on|at|during|in|over) )?(?:(?:the|a|each|every|what|which) )?'
const goodTime = '(?:when (?:is|was) )?(?:the |a )?(?:best|good|ideal|right|optimal|perfect)'
const weekdayNames = ['mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun']

/** Units of time, hours of the day and weekdays. */
export const timePhrases: readonly Phrase[] = [
  [
    '(?:over time|time ?lines?|time ?series|trends?|graph|chart|history|historical|evolution|evolved|evolve|developed|development)',
    say('trend'),
  ],
  ['(?:by )?(hour|day|week|month) by (?:hour|day|week|month)', (name) => ({ unit: name as Unit })],
  ['(?:by )?hourly', { unit: 'hour' }],
  ['(?:by )?(?:daily|dates?)', { unit: 'day' }],
  ['(?:by )?weekly', { unit: 'week' }],
  ['(?:by )?monthly', { unit: 'month' }],
  [`(?:for )?(?:by|per|each|every|a|an) ${unit}`, (name) => ({ unit: name as Unit })],
  [unit, (name) => ({ unit: name as Unit, isUnitRequested: true })],
  ['when(?! (?:was|were|do|does|are|is) )', say('when')],
  ['when (?:was|were)', say('when was')],
  [`${goodTime} (?:times?|hours?)(?: of (?:the )?day)? to ${publish}`, { cycle: 'hour', says: ['best time'] }],
  [`${goodTime} days? to ${publish}`, { cycle: 'weekday', says: ['best time'] }],
  [`${each}(?:times?|hours?) of (?:the |each |a )?day|(?:what|which) (?:times?|hours)`, { cycle: 'hour' }],
  [
    `${each}(?:days? of (?:the |a |each |every |this )?week|week ?day)|(?:which|what|by|per|each) week ?days`,
    { cycle: 'weekday' },
  ],
  ['(?:working days?|work ?days?|business days?|mondays (?:to|through|until|till|-) fridays)', say('working days')],
  ['week ?days', say('weekdays', 'working days')],
  ['weekends|(?:every|each) weekend', { says: ['weekend'], cycle: 'weekend', cycleIndex: 1 }],
  ['weekend', { says: ['weekend'], period: (calendar) => calendar.latestWeekend() }],
  ...weekdayNames.map(
    (name, cycleIndex): Phrase => [`(?:on )?${name}days|(?:every|each) ${name}day`, { cycle: 'weekday', cycleIndex }],
  ),
]
