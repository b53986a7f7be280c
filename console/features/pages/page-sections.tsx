import type { PageHeadFragment } from '../../graph/types.ts'
import { formatDecimal } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Check, Select } from '../../ui/choice.tsx'
import { ColorField } from '../../ui/color-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../link-form/section.tsx'
import { PageAddress } from './page-address.tsx'
import type { PageFormProps } from './page-form.ts'
import { PageImages } from './page-images.tsx'
import styles from './pages.module.css'

const presets = ['PAPER', 'OCEAN', 'FOREST', 'SUNSET', 'BERRY', 'MONO', 'MIDNIGHT'] as const
const buttonStyles = ['FILLED', 'PILL', 'OUTLINE', 'SOFT'] as const
const fonts = ['SANS', 'SERIF', 'ROUNDED', 'SLAB', 'MONO'] as const

interface PageSectionsProps extends PageFormProps {
  readonly page: PageHeadFragment
  /** Of the look that is saved. */
  readonly linkContrast: number
}

/** Everything about a page beside its blocks. Each part says in one line what is set. */
export function PageSections({ page, linkContrast, ...props }: PageSectionsProps) {
  const { form, problems } = props
  const { title, description, seoTitle, seoDescription, preset, accentColor, backgroundColor } = form
  return (
    <div className={styles.sections}>
      <Section
        icon="edit"
        name={t('pages.texts')}
        summary={[title, description].filter(Boolean).join(' · ')}
        isSet
        isOpen={Boolean(problems.title || problems.description)}
      >
        <Texts {...props} />
      </Section>
      <Section
        icon="sun"
        name={t('pages.look')}
        summary={[t(`pages.preset.${preset}`), accentColor, backgroundColor].filter(Boolean).join(' · ')}
        isSet
        isOpen={Boolean(problems.accentColor)}
      >
        <Look {...props} linkContrast={linkContrast} />
      </Section>
      <Section
        icon="image"
        name={t('pages.images')}
        summary={page.avatarUrl ? t('pages.hasImage') : t('form.none')}
        isSet={page.avatarUrl !== null}
      >
        <PageImages page={page} />
      </Section>
      <Section icon="globe" name={t('pages.address')} summary={`/p/${page.slug}`} isSet>
        <PageAddress page={page} />
      </Section>
      <Section
        icon="search"
        name={t('pages.seo')}
        summary={seoTitle || seoDescription || t('pages.seoSame')}
        isSet={Boolean(seoTitle || seoDescription)}
      >
        <SearchTexts {...props} />
      </Section>
    </div>
  )
}

function Texts({ form, onChange, problems }: PageFormProps) {
  return (
    <>
      <Field
        label={t('pages.name')}
        value={form.title}
        maxLength={100}
        onChange={(title) => onChange({ title })}
        problem={problems.title}
      />
      <Field
        label={t('pages.about')}
        lines={3}
        maxLength={300}
        value={form.description}
        onChange={(description) => onChange({ description })}
        problem={problems.description}
      />
    </>
  )
}

function Look({ form, onChange, problems, linkContrast }: PageFormProps & { readonly linkContrast: number }) {
  const { preset, buttonStyle, font, accentColor, backgroundColor } = form
  const hasOwn = accentColor !== '' || backgroundColor !== ''
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t('pages.preset')}
          value={preset}
          options={presets.map((each) => [each, t(`pages.preset.${each}`)] as const)}
          onChange={(next) => onChange({ preset: next })}
        />
        <Select
          label={t('pages.buttons')}
          value={buttonStyle}
          options={buttonStyles.map((each) => [each, t(`pages.buttons.${each}`)] as const)}
          onChange={(next) => onChange({ buttonStyle: next })}
        />
        <Select
          label={t('pages.font')}
          value={font}
          options={fonts.map((each) => [each, t(`pages.font.${each}`)] as const)}
          onChange={(next) => onChange({ font: next })}
        />
      </div>
      <Check
        label={t('pages.ownColors')}
        isChecked={hasOwn}
        onChange={(next) => onChange(next ? { accentColor: '#b8392a' } : { accentColor: '', backgroundColor: '' })}
      />
      {hasOwn && (
        <div className={styles.pair}>
          <ColorField
            label={t('pages.accent')}
            value={accentColor}
            onChange={(next) => onChange({ accentColor: emptied(next) })}
            problem={problems.accentColor}
          />
          <ColorField
            label={t('pages.background')}
            value={backgroundColor}
            onChange={(next) => onChange({ backgroundColor: emptied(next) })}
          />
        </div>
      )}
      {!problems.accentColor && (
        <p className={styles.found}>
          <Icon name="check" size={14} /> {t('pages.contrast', { ratio: formatDecimal(linkContrast) })}
        </p>
      )}
    </>
  )
}

/** The field of a colour begins each text with `#`. */
function emptied(color: string): string {
  return color === '#' ? '' : color
}

function SearchTexts({ form, onChange, problems }: PageFormProps) {
  return (
    <>
      <Field
        label={t('pages.seoTitle')}
        placeholder={form.title}
        maxLength={100}
        value={form.seoTitle}
        onChange={(seoTitle) => onChange({ seoTitle })}
        problem={problems.seoTitle}
      />
      <Field
        label={t('pages.seoDescription')}
        placeholder={form.description}
        maxLength={300}
        value={form.seoDescription}
        onChange={(seoDescription) => onChange({ seoDescription })}
        problem={problems.seoDescription}
      />
    </>
  )
}
