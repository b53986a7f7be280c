export { BioPage } from './bio-page.entity.ts'
export { bioPagePlanLimit } from './bio-page.service.ts'
