import type { AskQuery } from '../../graph/types.ts'
import { formatNumber, formatShare } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { BarList, type BarRow } from '../../ui/charts/bar-list.tsx'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import styles from './ask.module.css'
import { Suggestions } from './suggestions.tsx'

type InsightAnswer = NonNullable<AskQuery['askAnalytics']>
type Row = InsightAnswer['data']['rows'][number]

interface AnswerProps {
  readonly answer: InsightAnswer
  readonly onAsk: (question: string) => void
}

/** The answer in words, its rows as bars, and the query behind it. */
export function Answer({ answer: { answer, data }, onAsk }: AnswerProps) {
  const { rows, suggestions, period, comparedTo, query } = data
  // What was not understood has no period. Its sentence repeats the suggestions, which are buttons here.
  const text = period === null && suggestions.length > 0 ? (answer.split(' You can ask ')[0] ?? answer) : answer
  return (
    <>
      <p className={styles.text} lang="en">
        {text}
      </p>
      {(rows.length > 1 || rows.some(({ urlId }) => urlId !== null)) && (
        <ChartCard
          title={
            <span lang="en">{[period?.label, comparedTo?.label].filter(Boolean).join(' · ') || t('nav.links')}</span>
          }
        >
          <BarList rows={rows.map(toBar)} />
        </ChartCard>
      )}
      {suggestions.length > 0 && <Suggestions name={t('ask.suggestions')} questions={suggestions} onAsk={onAsk} />}
      {query && (
        <details className={styles.query}>
          <summary>{t('ask.query')}</summary>
          <pre>{query.document}</pre>
          <pre>{JSON.stringify(query.variables, null, 2)}</pre>
        </details>
      )}
    </>
  )
}

function toBar({ name, value, urlId, clicks, share, average }: Row, index: number): BarRow {
  return {
    key: `${index} ${urlId ?? value ?? name}`,
    name: urlId && value && value !== name ? `${name} · ${value}` : name,
    value: average ?? clicks,
    text: formatNumber(average ?? clicks),
    ...(share !== null && { detail: t('statistics.shareOfAll', { share: formatShare(share / 100) }) }),
    ...(urlId !== null && { href: `/links/${urlId}` }),
  }
}
