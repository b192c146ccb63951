import { inject, onScopeDispose, provide, type InjectionKey } from 'vue'
import { useUnsavedStore, type UnsavedScope } from './unsaved'

const SCOPE: InjectionKey<UnsavedScope> = Symbol('what is left together')
const PAGE: UnsavedScope = Symbol('page')

/**
 * Keeps what was typed from being lost: closing the dialog around it, going to another page, back or away, and
 * reloading ask first.
 * @param isChanged whether something would be lost
 */
export function useUnsaved(isChanged: () => boolean) {
  onScopeDispose(useUnsavedStore().add({ scope: inject(SCOPE, PAGE), isChanged }))
}

/** What is inside of the calling component is left on its own. */
export function useUnsavedScope() {
  const scope: UnsavedScope = Symbol('dialog')
  const unsaved = useUnsavedStore()
  provide(SCOPE, scope)
  return {
    /** Asks where something is not saved. @returns whether it may be left */
    mayLeave: () => unsaved.mayLeave(scope),
  }
}
