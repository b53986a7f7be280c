import { useState } from 'react'
import type { ReviewFragment } from '../../graph/types.ts'
import { formatDistance, formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pages } from '../../ui/pages.tsx'
import { type Decision, DecisionDialog } from './decision-dialog.tsx'
import { Reviews } from './operation.graphql.ts'
import styles from './operation.module.css'
import { OperationFrame } from './operation-frame.tsx'
import { ReviewHead } from './review-head.tsx'

type Act = Decision['act']

/** Links that people have reported, or whose owners object to a block. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function ReportsScreen() {
  const [chosen, setChosen] = useState<readonly ReviewFragment[]>([])
  const [decision, setDecision] = useState<Decision | null>(null)
  const toggle = (review: ReviewFragment) =>
    setChosen((before) =>
      before.some(({ id }) => id === review.id) ? before.filter(({ id }) => id !== review.id) : [...before, review],
    )
  const decide = (act: Act, reviews: readonly ReviewFragment[]) => setDecision({ act, reviews })
  const close = () => setDecision(null)
  return (
    <OperationFrame title={t('operation.reports')} lead={t('operation.reportsLead')}>
      <Pages
        query={Reviews}
        variables={{ state: 'OPEN' as const }}
        listOf={({ abuseReviews }) => abuseReviews}
        rowHeight={160}
        head={chosen.length > 0 && <Selection reviews={chosen} onDecide={decide} />}
        row={(review) => (
          <ReportRow
            review={review}
            isChosen={chosen.some(({ id }) => id === review.id)}
            onToggle={() => toggle(review)}
            onDecide={(act) => decide(act, [review])}
          />
        )}
        empty={<Empty title={t('operation.noReports')} lead={t('operation.noReportsLead')} level={3} />}
      />
      {decision && (
        <DecisionDialog
          decision={decision}
          onClose={close}
          onDone={() => {
            setChosen([])
            close()
          }}
        />
      )}
    </OperationFrame>
  )
}

interface SelectionProps {
  readonly reviews: readonly ReviewFragment[]
  readonly onDecide: (act: Act, reviews: readonly ReviewFragment[]) => void
}

function Selection({ reviews, onDecide }: SelectionProps) {
  return (
    <div className={styles.selection} role="toolbar" aria-label={t('operation.chosen', { count: reviews.length })}>
      <span>{t('operation.chosen', { count: reviews.length })}</span>
      <Button onPress={() => onDecide('block', reviews)}>{t('operation.block')}</Button>
      <Button onPress={() => onDecide('dismiss', reviews)}>{t('operation.dismiss')}</Button>
    </div>
  )
}

interface ReportRowProps {
  readonly review: ReviewFragment
  readonly isChosen: boolean
  readonly onToggle: () => void
  readonly onDecide: (act: Act) => void
}

function ReportRow({ review, isChosen, onToggle, onDecide }: ReportRowProps) {
  const { reasons, waitingSince, appeal, reports, isBlocked, shortUrl } = review
  return (
    <li className={styles.report}>
      <input
        type="checkbox"
        checked={isChosen}
        onChange={onToggle}
        aria-label={t('operation.choose', { address: shortUrl })}
      />
      <div className={styles.facts}>
        <ReviewHead review={review} />
        {reasons.length > 0 && (
          <p>
            {reasons.map(({ reason, count }) => `${t(`block.reason.${reason}`)} × ${count}`).join(' · ')}
            {waitingSince && ` · ${t('operation.waiting', { when: formatDistance(waitingSince) })}`}
          </p>
        )}
        {isBlocked && (
          <p className={styles.state}>
            <Icon name="warning" size={14} />
            {t('operation.isBlocked')}
          </p>
        )}
        {appeal && (
          <blockquote>
            <b>{t('operation.appeal')}</b> {appeal.message}
          </blockquote>
        )}
        <Evidence reports={reports} />
        <div className={styles.acts}>
          {isBlocked ? (
            <Button onPress={() => onDecide('unblock')}>{t('operation.unblock')}</Button>
          ) : (
            <Button onPress={() => onDecide('block')}>{t('operation.block')}</Button>
          )}
          <Button kind="quiet" onPress={() => onDecide('dismiss')}>
            {t('operation.dismiss')}
          </Button>
        </div>
      </div>
    </li>
  )
}

/** What the people wrote who have reported the link. */
function Evidence({ reports }: Pick<ReviewFragment, 'reports'>) {
  const open = reports.filter(({ outcome }) => outcome === null)
  if (open.length === 0) return null
  return (
    <details>
      <summary>{t('operation.evidence', { count: open.length })}</summary>
      <ul className={styles.evidence}>
        {open.map(({ id, reason, details, email, createdAt }) => (
          <li key={id}>
            <b>{t(`block.reason.${reason}`)}</b> · {formatInstant(createdAt)}
            {email && ` · ${email}`}
            {details && <p dir="auto">{details}</p>}
          </li>
        ))}
      </ul>
    </details>
  )
}
