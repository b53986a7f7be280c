import type { RuleKind } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { actLater, notify } from '../../ui/notices.tsx'
import { moved, type Rule } from './rule-draft.ts'
import { useRuleOperations } from './rule-operations.ts'
import { describeTarget, describeVisitors } from './rule-sentence.ts'
import styles from './rules-tab.module.css'

export const kindIcons: Readonly<Record<RuleKind, IconName>> = {
  DEVICE: 'phone',
  GEO: 'globe',
  LANGUAGE: 'speech',
  TIME: 'clock',
  SPLIT: 'branch',
}

type HiddenRules = ReadonlySet<string>

interface RuleKindListProps {
  readonly linkId: string
  readonly kind: RuleKind
  readonly rules: readonly Rule[]
  /** The rule that decides for the visitor who is tried. */
  readonly decidedBy: string | null
  readonly onAdd: () => void
  readonly onEdit: (ruleId: string) => void
  readonly onHide: (change: (hidden: HiddenRules) => HiddenRules) => void
}

/** The rules of one kind, each as a sentence, in the order in which they are tried. */
export function RuleKindList({ linkId, kind, rules, decidedBy, onAdd, onEdit, onHide }: RuleKindListProps) {
  const operations = useRuleOperations(linkId)
  const tell = async (change: Promise<{ readonly message: string } | null>) => {
    const problem = await change
    if (problem) notify(problem.message, { isProblem: true })
  }
  const remove = (rule: Rule) => {
    const show = () => onHide((hidden) => new Set([...hidden].filter((id) => id !== rule.id)))
    onHide((hidden) => new Set([...hidden, rule.id]))
    actLater(t('rules.deleted', { rule: describeVisitors(rule, rules) }), {
      act: () => tell(operations.remove(kind, rule.id)).then(show),
      undo: show,
    })
  }
  const move = (index: number, step: -1 | 1) =>
    tell(
      operations.reorder(
        kind,
        moved(rules, index, step).map(({ id }) => id),
      ),
    )
  return (
    <li className={styles.kind}>
      <header>
        <Icon name={kindIcons[kind]} />
        <h2>{t(`rules.kind.${kind}`)}</h2>
        {rules.length === 0 && <p>{t(`rules.kind.${kind}.hint`)}</p>}
        <Button kind="quiet" icon="plus" label={t(`rules.add.${kind}`)} onPress={onAdd} />
      </header>
      {rules.length > 0 && (
        <ol>
          {rules.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              rules={rules}
              isDecisive={decidedBy === rule.id}
              onEdit={() => onEdit(rule.id)}
              onSwitch={() => tell(operations.update(kind, rule.id, { isActive: !rule.isActive }))}
              onRemove={() => remove(rule)}
              {...(index > 0 && { onUp: () => move(index, -1) })}
              {...(index < rules.length - 1 && { onDown: () => move(index, 1) })}
            />
          ))}
        </ol>
      )}
    </li>
  )
}

interface RuleRowProps {
  readonly rule: Rule
  readonly rules: readonly Rule[]
  readonly isDecisive: boolean
  readonly onEdit: () => void
  readonly onSwitch: () => void
  readonly onRemove: () => void
  readonly onUp?: () => void
  readonly onDown?: () => void
}

function RuleRow({ rule, rules, isDecisive, onEdit, onSwitch, onRemove, onUp, onDown }: RuleRowProps) {
  const visitors = describeVisitors(rule, rules)
  const order = [
    ...(onUp ? [{ id: 'up', name: t('rules.up'), icon: 'up' as const, act: onUp }] : []),
    ...(onDown ? [{ id: 'down', name: t('rules.down'), icon: 'down' as const, act: onDown }] : []),
  ]
  return (
    <li className={styles.rule} data-off={!rule.isActive || undefined} data-decided={isDecisive || undefined}>
      <button type="button" className={styles.sentence} onClick={onEdit}>
        <b>{visitors}</b>
        <Icon name="arrow" size={16} />
        <span>{describeTarget(rule)}</span>
      </button>
      {!rule.isActive && <small>{t('state.inactive')}</small>}
      <Menu
        label={t('rules.actions', { rule: visitors })}
        trigger={<Button kind="quiet" icon="more" label={t('rules.actions', { rule: visitors })} />}
        actions={[
          { id: 'edit', name: t('link.edit'), icon: 'edit', act: onEdit },
          {
            id: 'switch',
            name: rule.isActive ? t('link.turnOff') : t('link.turnOn'),
            icon: 'pause',
            act: onSwitch,
          },
          ...order,
          null,
          { id: 'delete', name: t('link.delete'), icon: 'trash', isDangerous: true, act: onRemove },
        ]}
      />
    </li>
  )
}
