import { useState } from 'react'
import { useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { ruleKinds } from './rule-draft.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleKindList } from './rule-list.tsx'
import { shortAddress } from './rule-sentence.ts'
import { LinkRules } from './rules.graphql.ts'
import styles from './rules-tab.module.css'
import { TryRules } from './try-rules.tsx'

/** Who goes where, from the first rule that is tried to everybody else. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function RulesTab({ link: { id } }: { readonly link: { readonly id: string } }) {
  const [{ data, error }, ask] = useQuery({ query: LinkRules, variables: { id } })
  const [params, setParams] = useSearchParams()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [decidedBy, setDecidedBy] = useState<string | null>(null)
  const open = (name: 'rule' | 'new', value: string) =>
    setParams((previous) => {
      previous.set(name, value)
      return previous
    })
  const close = () =>
    setParams((previous) => {
      previous.delete('rule')
      previous.delete('new')
      return previous
    })
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  if (!data?.url) return <ScreenSkeleton />
  const { destination } = data.url
  const rules = data.url.rules.filter((rule) => !hidden.has(rule.id))
  // Active variants leave nobody for the destination of the link.
  const isDivided = rules.some(({ kind: each, isActive }) => each === 'SPLIT' && isActive)
  const edited = rules.find((rule) => rule.id === params.get('rule'))
  const kind = edited?.kind ?? ruleKinds.find((each) => each === params.get('new'))
  return (
    <div className={styles.columns}>
      <section aria-label={t('link.rules')}>
        <p className={styles.lead}>{t('rules.lead')}</p>
        <ol className={styles.kinds}>
          {ruleKinds.map((each) => (
            <RuleKindList
              key={each}
              linkId={id}
              kind={each}
              rules={rules.filter((rule) => rule.kind === each)}
              decidedBy={decidedBy}
              onAdd={() => open('new', each)}
              onEdit={(ruleId) => open('rule', ruleId)}
              onHide={setHidden}
            />
          ))}
          {!isDivided && (
            <li className={styles.else} data-decided={decidedBy === 'else' || undefined}>
              <b>{rules.some(({ isActive }) => isActive) ? t('rules.everybodyElse') : t('rules.everybody')}</b>
              <Icon name="arrow" size={16} />
              <span>{shortAddress(destination)}</span>
            </li>
          )}
        </ol>
      </section>
      <TryRules linkId={id} rules={rules} onDecided={setDecidedBy} />
      {kind && (
        <RuleEditor
          key={edited?.id ?? kind}
          linkId={id}
          kind={kind}
          {...(edited && { rule: edited })}
          rules={rules}
          destination={destination}
          onClose={close}
        />
      )}
    </div>
  )
}
