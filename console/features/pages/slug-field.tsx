import { useQuery } from 'urql'
import { shortAddressBase } from '../../app/base.ts'
import { t } from '../../texts/texts.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePaused } from '../../ui/use-paused.ts'
import { PageSlugCheck } from './pages.graphql.ts'
import styles from './pages.module.css'

interface SlugFieldProps {
  readonly slug: string
  readonly onChange: (slug: string) => void
  readonly problem: string | undefined
  /** The slug that the page has. */
  readonly currentSlug?: string
}

/** The address of a page: says while it is written whether it is free, and suggests others. */
export function SlugField({ slug, onChange, problem, currentSlug }: SlugFieldProps) {
  const text = usePaused(slug.trim())
  const isOwn = text === '' || text === currentSlug
  const [{ data, fetching }] = useQuery({
    query: PageSlugCheck,
    variables: { slug: text },
    pause: isOwn,
    requestPolicy: 'network-only',
  })
  const check = isOwn || fetching || text !== slug.trim() ? null : data?.codeCheck
  return (
    <div className={styles.slug}>
      <Field
        label={t('pages.address')}
        prefix={`${shortAddressBase}/p/`}
        autoComplete="off"
        spellCheck="false"
        value={slug}
        onChange={onChange}
        problem={problem ?? (check?.issue ? t(`new.code.${check.issue}`) : undefined)}
        hint={
          check?.isAvailable && (
            <span className={styles.found}>
              <Icon name="check" size={14} /> {t('new.codeFree')}
            </span>
          )
        }
      />
      {check && check.suggestions.length > 0 && (
        <p className={styles.suggestions}>
          {t('new.suggestions')}
          {check.suggestions.map((each) => (
            <button key={each} type="button" onClick={() => onChange(each)}>
              {each}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}
