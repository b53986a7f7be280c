import { useMemo } from 'react'
import type { RuleKind } from '../../graph/types.ts'
import { formatShare } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { SeveralOf, Toggles } from '../../ui/several.tsx'
import { continentOptions, countryOptions, languageName, languageOptions, placeName } from './places.ts'
import { type RuleDraft, ruleDevices, weekdays } from './rule-draft.ts'
import styles from './rule-editor.module.css'
import { weekdayName } from './rule-sentence.ts'

interface FieldsProps {
  readonly draft: RuleDraft
  readonly onChange: (changes: Partial<RuleDraft>) => void
  /** What the service found wrong, by the names of the fields. */
  readonly problems: Readonly<Record<string, string>>
  /** The weights of the other variants that are on, added up. */
  readonly otherWeights: number
}

/** The fields that say whom a rule of this kind is about. */
export function KindFields({ kind, ...props }: FieldsProps & { readonly kind: RuleKind }) {
  const fields = {
    DEVICE: DeviceFields,
    GEO: GeoFields,
    LANGUAGE: LanguageFields,
    TIME: TimeFields,
    SPLIT: SplitFields,
  }
  const Fields = fields[kind]
  return <Fields {...props} />
}

function DeviceFields({ draft, onChange }: FieldsProps) {
  return (
    <Select
      label={t('rules.device')}
      hint={t('rules.device.hint')}
      value={draft.device}
      options={ruleDevices.map((device) => [device, t(`rules.device.${device}`)] as const)}
      onChange={(device) => onChange({ device })}
    />
  )
}

const matchTypes = ['COUNTRY', 'CONTINENT', 'REGION'] as const
const conditions = ['IN', 'NOT_IN'] as const
const actions = ['REDIRECT', 'BLOCK'] as const

function GeoFields({ draft, onChange, problems }: FieldsProps) {
  const { matchType, values } = draft
  const options = useMemo(() => (matchType === 'CONTINENT' ? continentOptions() : countryOptions()), [matchType])
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t('rules.condition')}
          value={draft.condition}
          options={conditions.map((each) => [each, t(`rules.condition.${each}`)] as const)}
          onChange={(condition) => onChange({ condition })}
        />
        <Select
          label={t('rules.matchType')}
          value={matchType}
          options={matchTypes.map((each) => [each, t(`rules.matchType.${each}`)] as const)}
          onChange={(next) => onChange({ matchType: next, values: [] })}
        />
      </div>
      {matchType === 'REGION' ? (
        <Field
          label={t('rules.matchType.REGION')}
          hint={t('rules.regions.hint')}
          placeholder="DE-BE, DE-BB"
          value={draft.regions}
          onChange={(regions) => onChange({ regions })}
          problem={problems.values}
        />
      ) : (
        <SeveralOf
          label={t(`rules.matchType.${matchType}`)}
          addLabel={t('rules.addPlace')}
          hint={t('rules.places.hint')}
          values={values}
          options={options}
          nameOf={(value) => placeName(matchType, value)}
          onChange={(next) => onChange({ values: next })}
          problem={problems.values}
        />
      )}
      <Select
        label={t('rules.action')}
        value={draft.action}
        options={actions.map((each) => [each, t(`rules.action.${each}`)] as const)}
        onChange={(action) => onChange({ action })}
      />
      {draft.action === 'BLOCK' && (
        <Field
          label={t('rules.blockMessage')}
          hint={t('rules.blockMessage.hint')}
          lines={2}
          value={draft.blockMessage}
          onChange={(blockMessage) => onChange({ blockMessage })}
          problem={problems.blockMessage}
        />
      )}
    </>
  )
}

function LanguageFields({ draft, onChange, problems }: FieldsProps) {
  const options = useMemo(() => languageOptions(), [])
  return (
    <SeveralOf
      label={t('rules.languages')}
      addLabel={t('rules.addLanguage')}
      hint={t('rules.languages.hint')}
      values={draft.languages}
      options={options}
      nameOf={(tag) => languageName(tag)}
      onChange={(languages) => onChange({ languages })}
      problem={problems.languages}
    />
  )
}

function TimeFields({ draft, onChange, problems }: FieldsProps) {
  const zones = useMemo(
    () => [...new Set([draft.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [draft.timezone],
  )
  const field = (name: 'startTime' | 'endTime' | 'startsAt' | 'endsAt') => ({
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
    problem: problems[name],
  })
  return (
    <>
      <Toggles
        label={t('rules.days')}
        hint={t('rules.days.hint')}
        values={draft.days}
        options={weekdays.map((day) => [day, weekdayName(day), weekdayName(day, 'long')] as const)}
        onChange={(days) => onChange({ days })}
      />
      <div className={styles.pair}>
        <Field label={t('rules.startTime')} type="time" {...field('startTime')} />
        <Field label={t('rules.endTime')} type="time" hint={t('rules.endTime.hint')} {...field('endTime')} />
      </div>
      <Select
        label={t('rules.timezone')}
        hint={t('rules.timezone.hint')}
        value={draft.timezone}
        options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
        onChange={(timezone) => onChange({ timezone })}
      />
      <Field label={t('rules.startsAt')} type="datetime-local" {...field('startsAt')} />
      <Field label={t('rules.endsAt')} type="datetime-local" hint={t('rules.endsAt.hint')} {...field('endsAt')} />
    </>
  )
}

function SplitFields({ draft, onChange, problems, otherWeights }: FieldsProps) {
  const weight = Number(draft.weight) || 0
  const share = weight > 0 ? formatShare(weight / (weight + otherWeights)) : '–'
  return (
    <>
      <Field
        label={t('rules.name')}
        hint={t('rules.name.hint')}
        placeholder="B"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        problem={problems.name}
      />
      <Field
        label={t('rules.weight')}
        hint={t('rules.weight.hint', { share })}
        type="number"
        value={draft.weight}
        onChange={(value) => onChange({ weight: value })}
        problem={problems.weight}
      />
    </>
  )
}
