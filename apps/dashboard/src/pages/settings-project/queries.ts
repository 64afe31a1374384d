import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { SESSION_KEY, useCurrent } from '../../session/current.ts';

/** A change of the project, which the navigation shows as well. */
function useChange<Input>(change: (projectId: string, input: Input) => Promise<unknown>) {
  const projectId = useCurrent().project.id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(projectId, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION_KEY }),
  });
}

export const useRename = () =>
  useChange((projectId, name: string) => callApp('projectSettings.rename', { params: { projectId }, body: { name } }));

export const useSetLogo = () =>
  useChange(async (projectId, file: File) =>
    callApp('projectSettings.setLogo', { params: { projectId }, body: { image: await base64Of(file) } }),
  );

export const useRemoveLogo = () =>
  useChange((projectId, _: undefined) => callApp('projectSettings.removeLogo', { params: { projectId } }));

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let characters = '';
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters);
}
