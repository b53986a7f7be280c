import { useQuery } from 'urql'
import { endingOf } from '../../app/addresses.ts'
import { shortAddressBase } from '../../app/base.ts'
import type { PlacesQuery } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePaused } from '../../ui/use-paused.ts'
import { usableDomains } from '../links/usable-domains.ts'
import { CodeCheck } from './link-form.graphql.ts'
import styles from './link-form.module.css'

interface CodeFieldProps {
  readonly code: string
  readonly domainId: string
  readonly onChange: (changes: { readonly code?: string; readonly domainId?: string }) => void
  readonly problem: string | undefined
  readonly places: PlacesQuery | undefined
  /** The code that the link has, and whose domain cannot be changed. */
  readonly currentCode?: string
  readonly hint?: string
}

/** The ending of a short address: says while it is written whether it is free, and suggests others. */
export function CodeField({ code, domainId, onChange, problem, places, currentCode, hint }: CodeFieldProps) {
  const text = usePaused(code.trim())
  const isOwn = text === '' || text === currentCode
  const variables = { code: text, domainId: domainId || null }
  const [{ data, fetching }] = useQuery({ query: CodeCheck, variables, pause: isOwn, requestPolicy: 'network-only' })
  const check = isOwn || fetching || text !== code.trim() ? null : data?.codeCheck
  const domains = usableDomains(places)
  return (
    <div className={styles.code}>
      <Field
        label={t('new.code')}
        placeholder={t('new.codeExample')}
        prefix={`${domains.find(({ id }) => id === domainId)?.host ?? shortAddressBase}/`}
        autoComplete="off"
        spellCheck="false"
        value={code}
        onChange={(value) => onChange({ code: endingOf(value) })}
        problem={problem ?? (check?.issue ? t(`new.code.${check.issue}`) : undefined)}
        hint={
          check?.isAvailable ? (
            <span className={styles.found}>
              <Icon name="check" size={14} /> {t('new.codeFree')}
            </span>
          ) : (
            hint
          )
        }
      />
      {domains.length > 0 && currentCode === undefined && (
        <Select
          label={t('filter.domain')}
          value={domainId}
          options={[['', shortAddressBase], ...domains.map(({ id, host }) => [id, host] as const)]}
          onChange={(value) => onChange({ domainId: value })}
        />
      )}
      {check && check.suggestions.length > 0 && (
        <p className={styles.suggestions}>
          {t('new.suggestions')}
          {check.suggestions.map((each) => (
            <button key={each} type="button" onClick={() => onChange({ code: each })}>
              {each}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}
