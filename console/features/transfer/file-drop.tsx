import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './transfer.module.css'

/** Takes a file that is dropped or chosen. */
export function FileDrop({ onFile }: { readonly onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    setOver(false)
    const [file] = files ?? []
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Whoever cannot drop a file chooses it below.
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files)
      }}
    >
      <Icon name="upload" size={24} />
      <p>{t('imports.drop')}</p>
      <input
        id="import-file"
        type="file"
        accept=".csv,.tsv,.txt,.json,.jsonl,text/csv,application/json"
        className="visually-hidden"
        onChange={(event) => take(event.currentTarget.files)}
      />
      <label htmlFor="import-file">{t('imports.choose')}</label>
      <p className={styles.quiet}>{t('imports.drop.hint')}</p>
    </div>
  )
}
