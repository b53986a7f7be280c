import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { Field } from '../../ui/field.tsx'
import styles from './operation.module.css'

/** The search of the address, and what stands beside it. */
export function SearchBar({ label, children }: { readonly label: string; readonly children?: ReactNode }) {
  const { search, setParam } = useParams()
  return (
    <div className={styles.search}>
      <Field
        label={label}
        isLabelHidden
        autoFocus
        placeholder={label}
        value={search}
        onChange={(text) => setParam('find', text)}
      />
      {children}
    </div>
  )
}

/** What the address says of the list. `q` is the search of links, which is always in reach. */
export function useParams() {
  const [params, setParams] = useSearchParams()
  const setParam = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true },
    )
  return { search: params.get('find') ?? '', state: params.get('state') ?? '', setParam }
}
