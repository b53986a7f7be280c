import type { PlacesQuery } from '../../graph/types.ts'
import { formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Check, Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { CampaignSection } from './campaign-section.tsx'
import { type FormProps, isProtected, type LinkDraft } from './draft.ts'
import styles from './link-form.module.css'
import { PixelSection } from './pixel-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { PreviewSection } from './preview-section.tsx'
import { Section } from './section.tsx'

interface SectionsProps extends FormProps {
  readonly places: PlacesQuery | undefined
  /** Whether the link that is edited has a password. */
  readonly hasPassword?: boolean
}

const redirectTypes = ['302', '301', '307', '308'] as const

/** Everything beside the two addresses, each part closed until it is needed. */
export function LinkSections({ draft, onChange, problems, places, hasPassword = false }: SectionsProps) {
  const field = (name: keyof LinkDraft) => ({
    value: String(draft[name]),
    onChange: (value: string) => onChange({ [name]: value }),
    problem: problems[name],
  })
  const hasProblem = (...names: string[]) => names.some((name) => name in problems)
  const ends = [
    draft.startsAt && t('form.startsOn', { when: formatInstant(draft.startsAt) }),
    draft.expiresAt && t('form.endsOn', { when: formatInstant(draft.expiresAt) }),
    draft.clickLimit && t('form.endsAfter', { clicks: draft.clickLimit }),
  ].filter(Boolean)
  const redirects = [
    draft.redirectType !== '302' && draft.redirectType,
    !draft.forwardQuery && t('form.forwardQueryOff'),
    draft.forwardPath && t('form.forwardPath'),
    draft.isCloaked && t('form.cloaked'),
    draft.privacyMode && t('form.privacy'),
  ].filter(Boolean)
  const isPasswordSet = isProtected(draft, hasPassword)
  return (
    <div className={styles.sections}>
      <CampaignSection draft={draft} onChange={onChange} problems={problems} />
      <PlaceSection draft={draft} onChange={onChange} problems={problems} places={places} />
      <Section
        icon="edit"
        name={t('form.note')}
        summary={draft.note || t('form.none')}
        isSet={draft.note !== ''}
        isOpen={hasProblem('note')}
      >
        <Field label={t('form.note')} isLabelHidden hint={t('form.noteHint')} lines={3} {...field('note')} />
      </Section>
      <Section
        icon="clock"
        name={t('form.ends')}
        summary={ends.join(' · ') || t('form.never')}
        isSet={ends.length > 0}
        isOpen={hasProblem('startsAt', 'expiresAt', 'clickLimit', 'expiredUrl')}
      >
        <div className={styles.pair}>
          <Field label={t('form.startsAt')} type="datetime-local" {...field('startsAt')} />
          <Field label={t('form.expiresAt')} type="datetime-local" {...field('expiresAt')} />
        </div>
        <Field
          label={t('form.clickLimit')}
          hint={t('form.clickLimitHint')}
          inputMode="numeric"
          {...field('clickLimit')}
        />
        <Field label={t('form.expiredUrl')} hint={t('form.expiredUrlHint')} type="url" {...field('expiredUrl')} />
      </Section>
      <Section
        icon="lock"
        name={t('form.password')}
        summary={t(isPasswordSet ? 'form.passwordSet' : 'form.passwordNone')}
        isSet={isPasswordSet}
        isOpen={hasProblem('password')}
      >
        <Field
          label={hasPassword ? t('form.newPassword') : t('form.password')}
          hint={t('form.passwordHint')}
          autoComplete="off"
          {...field('password')}
        />
        {hasPassword && (
          <Check
            label={t('form.removePassword')}
            isChecked={draft.removesPassword}
            onChange={(removesPassword) => onChange({ removesPassword })}
          />
        )}
      </Section>
      <PreviewSection draft={draft} onChange={onChange} problems={problems} />
      <PixelSection draft={draft} onChange={onChange} problems={problems} hasPassword={hasPassword} />
      <Section
        icon="arrow"
        name={t('form.redirect')}
        summary={redirects.join(' · ') || t('form.asItIs')}
        isSet={redirects.length > 0}
        isOpen={hasProblem('redirectType', 'isCloaked')}
      >
        <Select
          label={t('form.redirectType')}
          hint={t('form.redirectTypeHint')}
          value={draft.redirectType}
          options={redirectTypes.map((each) => [each, t(`form.redirect.${each}`)] as const)}
          onChange={(redirectType) => onChange({ redirectType })}
        />
        <Check
          label={t('form.forwardQuery')}
          hint={t('form.forwardQueryHint')}
          isChecked={draft.forwardQuery}
          onChange={(forwardQuery) => onChange({ forwardQuery })}
        />
        <Check
          label={t('form.forwardPath')}
          hint={t('form.forwardPathHint')}
          isChecked={draft.forwardPath}
          onChange={(forwardPath) => onChange({ forwardPath })}
        />
        <Check
          label={t('form.cloaked')}
          hint={problems.isCloaked ?? t('form.cloakedHint')}
          isChecked={draft.isCloaked}
          onChange={(isCloaked) => onChange({ isCloaked })}
        />
        <Check
          label={t('form.privacy')}
          hint={t('form.privacyHint')}
          isChecked={draft.privacyMode}
          onChange={(privacyMode) => onChange({ privacyMode })}
        />
      </Section>
    </div>
  )
}
