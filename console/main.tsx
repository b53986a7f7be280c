import './ui/tokens.css'
import './ui/base.css'
import './ui/print.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { type Language, loadTexts } from './texts/texts.ts'

const language = document.documentElement.lang as Language
await loadTexts(language)
createRoot(document.getElementById('root') as HTMLElement).render(<App />)
