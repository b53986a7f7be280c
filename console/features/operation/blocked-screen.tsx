import { useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { AbuseReason, BlockedDestinationRowFragment, ReviewFragment } from '../../graph/types.ts'
import { formatDay, formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { type Decision, DecisionDialog, NoteField, reasonOptions } from './decision-dialog.tsx'
import { BlockDestination, BlockedDestinations, Reviews, UnblockDestination } from './operation.graphql.ts'
import styles from './operation.module.css'
import { OperationFrame } from './operation-frame.tsx'
import { ReviewHead } from './review-head.tsx'

/** What visitors do not reach any more: links, and destinations with all links to them. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function BlockedScreen() {
  const [decision, setDecision] = useState<Decision | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<BlockedDestinationRowFragment | null>(null)
  const close = () => setDecision(null)
  const newButton = (kind: 'main' | 'secondary') => (
    <Button kind={kind} icon="plus" onPress={() => setAdding(true)}>
      {t('operation.newDestination')}
    </Button>
  )
  return (
    <OperationFrame title={t('operation.blocked')} lead={t('operation.blockedLead')}>
      <h3>{t('operation.blockedLinks')}</h3>
      <Pages
        query={Reviews}
        variables={{ state: 'BLOCKED' as const }}
        listOf={({ abuseReviews }) => abuseReviews}
        rowHeight={96}
        row={(review) => (
          <BlockedRow review={review} onUnblock={() => setDecision({ act: 'unblock', reviews: [review] })} />
        )}
        empty={<p>{t('operation.noBlockedLinks')}</p>}
      />
      <h3>{t('operation.destinations')}</h3>
      <Pages
        query={BlockedDestinations}
        variables={{}}
        listOf={({ blockedDestinations }) => blockedDestinations}
        rowHeight={72}
        head={newButton('secondary')}
        row={(destination) => <DestinationRow destination={destination} onRemove={() => setRemoved(destination)} />}
        empty={
          <Empty title={t('operation.noDestinations')} lead={t('operation.noDestinationsLead')} level={3}>
            {newButton('main')}
          </Empty>
        }
      />
      {decision && <DecisionDialog decision={decision} onClose={close} onDone={close} />}
      {isAdding && <NewDestination onClose={() => setAdding(false)} />}
      {removed && <RemoveDestination destination={removed} onClose={() => setRemoved(null)} />}
    </OperationFrame>
  )
}

function BlockedRow({ review, onUnblock }: { readonly review: ReviewFragment; readonly onUnblock: () => void }) {
  const { blockedReason, blockedAt, blockedBy, appeal, shortUrl } = review
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <ReviewHead review={review} />
        <p>
          {blockedReason && t(`block.reason.${blockedReason}`)}
          {blockedAt && ` · ${t('operation.since', { day: formatDay(blockedAt) })}`}
          {blockedBy.length > 0 && ` · ${t('operation.blockedBy', { patterns: blockedBy.join(', ') })}`}
        </p>
        {appeal && (
          <blockquote>
            <b>{t('operation.appeal')}</b> {appeal.message}
          </blockquote>
        )}
      </div>
      <Button onPress={onUnblock} aria-describedby={`link-${review.id}`}>
        {t('operation.unblock')}
        <span id={`link-${review.id}`} className="visually-hidden">
          {shortUrl}
        </span>
      </Button>
    </li>
  )
}

interface DestinationRowProps {
  readonly destination: BlockedDestinationRowFragment
  readonly onRemove: () => void
}

function DestinationRow({ destination, onRemove }: DestinationRowProps) {
  const { pattern, reason, note, blockedLinks, createdAt } = destination
  return (
    <Row
      name={pattern}
      lines={[
        [
          t(`block.reason.${reason}`),
          t('operation.since', { day: formatDay(createdAt) }),
          t('operation.links', { count: blockedLinks, shown: formatNumber(blockedLinks) }),
        ].join(' · '),
      ]}
      notes={[note && <bdi>{note}</bdi>]}
    >
      <Button kind="quiet" icon="trash" label={t('remove', { name: pattern })} onPress={onRemove} />
    </Row>
  )
}

function NewDestination({ onClose }: { readonly onClose: () => void }) {
  const [pattern, setPattern] = useState('')
  const [reason, setReason] = useState<AbuseReason>('PHISHING')
  const [note, setNote] = useState('')
  const [state, block] = useMutation(BlockDestination)
  return (
    <FormDialog
      title={t('operation.newDestination')}
      action={t('operation.block')}
      state={state}
      fields={['pattern']}
      isIncomplete={!pattern.trim()}
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await block({ input: { pattern: pattern.trim(), reason, note: note || null } })
        if (data?.blockDestination) onClose()
      }}
    >
      <Field
        label={t('operation.pattern')}
        hint={t('operation.pattern.hint')}
        autoFocus
        value={pattern}
        onChange={setPattern}
        problem={problemOf(state.error)?.fields.pattern}
      />
      <Select label={t('operation.reason')} value={reason} options={reasonOptions()} onChange={setReason} />
      <NoteField value={note} onChange={setNote} />
    </FormDialog>
  )
}

interface RemoveDestinationProps {
  readonly destination: BlockedDestinationRowFragment
  readonly onClose: () => void
}

function RemoveDestination({ destination: { id, pattern, blockedLinks }, onClose }: RemoveDestinationProps) {
  const [state, unblock] = useMutation(UnblockDestination)
  return (
    <FormDialog
      title={t('operation.removeTitle', { pattern })}
      action={t('operation.remove')}
      state={state}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await unblock({ id })
        if (data?.unblockDestination) onClose()
      }}
    >
      <p>{t('operation.removeLead', { count: blockedLinks, shown: formatNumber(blockedLinks) })}</p>
    </FormDialog>
  )
}
