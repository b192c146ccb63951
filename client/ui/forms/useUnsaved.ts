import { inject, onScopeDispose, provide, type InjectionKey } from 'vue'
import { useUnsavedStore, type UnsavedScope } from './unsaved'

const SCOPE: InjectionKey<UnsavedScope> = Symbol('what is left together')
const PAGE: UnsavedScope = Symbol('page')

/**
 * Protects unsaved input: closing the dialog around it, navigating, going back and reloading ask first.
 * @param isChanged whether something would be lost
 */
export function useUnsaved(isChanged: () => boolean) {
  onScopeDispose(useUnsavedStore().add({ scope: inject(SCOPE, PAGE), isChanged }))
}

/** Makes the contents of the calling component a unit that is left as a whole. */
export function useUnsavedScope() {
  const scope: UnsavedScope = Symbol('dialog')
  const unsaved = useUnsavedStore()
  provide(SCOPE, scope)
  return {
    /** Asks if something is unsaved. @returns whether it may be left */
    mayLeave: () => unsaved.mayLeave(scope),
  }
}
