import { createEnumType } from '../../../platform/shared/enum-type.ts'

export type RuleDevice =
  | 'ios'
  | 'android'
  | 'mobile'
  | 'tablet'
  | 'desktop'
  | 'windows'
  | 'macos'
  | 'linux'
  | 'chromeos'
export const RuleDevice = createEnumType<RuleDevice>('RuleDevice', 'A device or operating system of visitors.', {
  ios: 'iPhones, and iPads that say so.',
  android: 'Phones and tablets with Android.',
  mobile: 'Any mobile phone.',
  tablet: 'Any tablet.',
  desktop: 'Any desktop or laptop computer.',
  windows: 'Windows.',
  macos: 'macOS, and iPads that ask for desktop pages.',
  linux: 'Linux.',
  chromeos: 'Chrome OS.',
})

export type GeoMatchType = 'country' | 'continent' | 'region'
export const GeoMatchType = createEnumType<GeoMatchType>('GeoMatchType', 'A kind of place.', {
  country: 'Countries, ISO 3166-1 alpha-2.',
  continent: 'Continents: AF, AN, AS, EU, NA, OC and SA.',
  region: 'Regions, ISO 3166-2. Known only with a database of cities.',
})

export type GeoCondition = 'in' | 'not_in'
export const GeoCondition = createEnumType<GeoCondition>('GeoCondition', 'How places are compared.', {
  in: 'Visitors who are in one of the places.',
  not_in: 'Visitors who are in none of the places. One whose place is not known does not match.',
})

export type GeoAction = 'redirect' | 'block'
export const GeoAction = createEnumType<GeoAction>('GeoAction', 'What a geo rule does.', {
  redirect: 'Sends visitors to the destination of the rule.',
  block: 'Gives visitors a page that refuses them.',
})

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
export const Weekday = createEnumType<Weekday>('Weekday', 'A day of the week.', {
  monday: 'Monday.',
  tuesday: 'Tuesday.',
  wednesday: 'Wednesday.',
  thursday: 'Thursday.',
  friday: 'Friday.',
  saturday: 'Saturday.',
  sunday: 'Sunday.',
})
