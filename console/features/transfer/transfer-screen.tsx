import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { ExportPart } from './export-part.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportList } from './import-list.tsx'
import { ImportPreview } from './import-preview.tsx'
import styles from './transfer.module.css'

/** Files with links that come in, and files with links and clicks that go out. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function TransferScreen() {
  const [file, setFile] = useState<File | null>(null)
  return (
    <SettingsFrame title={t('imports.title')} lead={t('imports.lead')}>
      <section className={styles.part}>
        <h3>{t('imports.import')}</h3>
        {file ? (
          <ImportPreview key={`${file.name} ${file.lastModified}`} file={file} onClose={() => setFile(null)} />
        ) : (
          <FileDrop onFile={setFile} />
        )}
        <ImportList />
      </section>
      <ExportPart />
    </SettingsFrame>
  )
}
