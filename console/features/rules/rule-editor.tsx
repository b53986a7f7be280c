import { useState } from 'react'
import type { Problem as GraphProblem } from '../../graph/problems.ts'
import type { RuleKind } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { KindFields } from './kind-fields.tsx'
import {
  emptyRule,
  missingField,
  nextVariantName,
  type Rule,
  type RuleDraft,
  toRuleDraft,
  toRuleInput,
  weightOf,
} from './rule-draft.ts'
import styles from './rule-editor.module.css'
import { useRuleOperations } from './rule-operations.ts'
import { shortAddress } from './rule-sentence.ts'

interface RuleEditorProps {
  readonly linkId: string
  readonly kind: RuleKind
  /** Absent for a new rule. */
  readonly rule?: Rule
  /** The rules of the link. */
  readonly rules: readonly Rule[]
  /** Where the link leads without rules. */
  readonly destination: string
  readonly onClose: () => void
}

/** The drawer in which a rule is written. */
export function RuleEditor({ linkId, kind, rule, rules, destination, onClose }: RuleEditorProps) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const [draft, setDraft] = useState<RuleDraft>(() =>
    rule ? toRuleDraft(rule, timeZone) : { ...emptyRule(timeZone), name: nextVariantName(rules) },
  )
  const [problem, setProblem] = useState<GraphProblem | null>(null)
  const [isSending, setSending] = useState(false)
  const operations = useRuleOperations(linkId)
  const missing = missingField(kind, draft)
  const change = (changes: Partial<RuleDraft>) => {
    setDraft((previous) => ({ ...previous, ...changes }))
    setProblem(null)
  }
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (missing) return
    setSending(true)
    const input = toRuleInput(kind, draft)
    const refused = await (rule ? operations.update(kind, rule.id, input) : operations.create(kind, input))
    setSending(false)
    setProblem(refused)
    if (!refused) onClose()
  }
  const others = rules.filter(({ id, isActive }) => isActive && id !== rule?.id)
  const otherWeights = others.reduce((sum, each) => sum + weightOf(each), 0)
  const isRefusing = kind === 'GEO' && draft.action === 'BLOCK'
  return (
    <Dialog title={rule ? t(`rules.kind.${kind}`) : t(`rules.add.${kind}`)} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <div className={styles.body}>
          <p className={styles.hint}>{t(`rules.kind.${kind}.hint`)}</p>
          <KindFields
            kind={kind}
            draft={draft}
            onChange={change}
            problems={problem?.fields ?? {}}
            otherWeights={otherWeights}
          />
          {!isRefusing && (
            <Field
              label={t('rules.destination')}
              placeholder={kind === 'SPLIT' ? shortAddress(destination) : 'https://'}
              hint={kind === 'SPLIT' ? t('rules.destination.split') : t('rules.destination.hint')}
              inputMode="url"
              autoFocus={!rule}
              value={draft.destination}
              onChange={(value) => change({ destination: value })}
              problem={problem?.fields.destination}
            />
          )}
        </div>
        <footer className={styles.foot}>
          <p role="alert">{problem?.message}</p>
          <Button kind="main" type="submit" isDisabled={isSending || missing !== null}>
            {rule ? t('edit.save') : t('rules.add')} ⏎
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
