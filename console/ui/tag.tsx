import type { TagColor } from '../graph/types.ts'
import styles from './tag.module.css'

/** A tag with a dot of its colour; its name says what it is. */
export function Tag({ name, color }: { readonly name: string; readonly color: TagColor }) {
  return (
    <span className={styles.tag} data-color={color.toLowerCase()}>
      {name}
    </span>
  )
}
