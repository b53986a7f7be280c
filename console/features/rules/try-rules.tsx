import { useEffect, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { RuleDevice, TryRulesQuery } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { countryOptions, languageOptions } from './places.ts'
import { type Rule, ruleDevices } from './rule-draft.ts'
import { describeVisitors, shortAddress } from './rule-sentence.ts'
import { TryRules as TryRulesDocument } from './rules.graphql.ts'
import styles from './try-rules.module.css'

interface TryRulesProps {
  readonly linkId: string
  readonly rules: readonly Rule[]
  /** Called with the id of the rule that decides, or `else` when none does. */
  readonly onDecided: (decidedBy: string | null) => void
}

/** Says where a visitor would go and by which rule. Nothing is counted. */
export function TryRules({ linkId, rules, onDecided }: TryRulesProps) {
  const [device, setDevice] = useState<RuleDevice>('IOS')
  const [country, setCountry] = useState('')
  const [language, setLanguage] = useState('')
  const [time, setTime] = useState('')
  const countries = useMemo(() => countryOptions(), [])
  const languages = useMemo(() => languageOptions(), [])
  const input = {
    device,
    country: country || null,
    language: language || null,
    time: time ? new Date(time).toISOString() : null,
  }
  const [{ data, error }, ask] = useQuery({ query: TryRulesDocument, variables: { id: linkId, input } })
  const result = data?.testUrlRules
  const decidedBy = result ? (result.matchedRule?.id ?? 'else') : null
  useEffect(() => onDecided(decidedBy), [decidedBy, onDecided])
  const unknown = ['', t('rules.unknown')] as const
  return (
    <aside className={styles.card} aria-label={t('rules.try')}>
      <h2>{t('rules.try')}</h2>
      <div className={styles.visitor}>
        <Select
          label={t('rules.try.device')}
          value={device}
          options={ruleDevices.map((each) => [each, t(`rules.device.${each}`)] as const)}
          onChange={setDevice}
        />
        <Select
          label={t('rules.try.country')}
          value={country}
          options={[unknown, ...countries]}
          onChange={setCountry}
        />
        <Select
          label={t('rules.try.language')}
          value={language}
          options={[unknown, ...languages]}
          onChange={setLanguage}
        />
        <Field label={t('rules.try.time')} type="datetime-local" value={time} onChange={setTime} />
      </div>
      {error ? (
        <Problem problem={problemOf(error)} />
      ) : (
        <output className={styles.result}>{result && <Result result={result} rules={rules} />}</output>
      )}
      {result?.matchedRule?.kind === 'SPLIT' && (
        <Button onPress={() => ask({ requestPolicy: 'network-only' })}>{t('rules.drawAgain')}</Button>
      )}
    </aside>
  )
}

interface ResultProps {
  readonly result: NonNullable<TryRulesQuery['testUrlRules']>
  readonly rules: readonly Rule[]
}

function Result({ result: { destination, matchedRule }, rules }: ResultProps) {
  const rule = rules.find(({ id }) => id === matchedRule?.id)
  const siblings = rules.filter(({ kind }) => kind === rule?.kind)
  return (
    <>
      <b>{destination ? `→ ${shortAddress(destination)}` : t('rules.refused')}</b>
      <span>{rule ? t('rules.because', { rule: describeVisitors(rule, siblings) }) : t('rules.noneMatches')}</span>
      {matchedRule?.blockMessage && <q>{matchedRule.blockMessage}</q>}
    </>
  )
}
