import { t } from '../../texts/texts.ts'
import { Field } from '../../ui/field.tsx'
import type { FormProps } from './draft.ts'
import styles from './link-form.module.css'
import { Section } from './section.tsx'

const names = ['ogTitle', 'ogDescription', 'ogImage'] as const

/** What social networks and messengers show, drawn as they draw it. */
export function PreviewSection({ draft, onChange, problems }: FormProps) {
  const isSet = names.some((name) => draft[name] !== '')
  return (
    <Section
      icon="image"
      name={t('form.preview')}
      summary={isSet ? draft.ogTitle || t('form.own') : t('form.asItIs')}
      isSet={isSet}
      isOpen={names.some((name) => name in problems)}
    >
      {isSet && (
        <figure className={styles.card}>
          <b>{draft.ogTitle || draft.title || draft.destination}</b>
          <span>{draft.ogDescription}</span>
        </figure>
      )}
      {names.map((name) => (
        <Field
          key={name}
          label={t(`form.${name}`)}
          value={draft[name]}
          problem={problems[name]}
          onChange={(value) => onChange({ [name]: value })}
          {...(name === 'ogDescription' && { lines: 2 })}
        />
      ))}
    </Section>
  )
}
