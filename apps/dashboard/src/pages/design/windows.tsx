import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../parts/menu.tsx';
import { useToast } from '../../parts/toast.tsx';
import { Group, Row } from './group.tsx';

/** What opens above the page: dialogs, menus and toasts. They follow the theme of the browser. */
export function Windows() {
  const [open, setOpen] = useState<'form' | 'confirm' | null>(null);
  const showToast = useToast();
  const close = (): void => setOpen(null);
  return (
    <Group title="Dialog, menu, toast">
      <Row>
        <Button onClick={() => setOpen('form')}>Open dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Open question</Button>
        <Menu trigger={<Button icon={<Ellipsis aria-hidden />}>Open menu</Button>}>
          <MenuLabel>post_01m7w4n5nt</MenuLabel>
          <MenuItem icon={<Copy aria-hidden />} onSelect={() => showToast('The post is in the composer.')}>
            Duplicate
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => showToast('The draft is deleted.')}>
            Delete draft
          </MenuItem>
        </Menu>
        <Button onClick={() => showToast('The key is revoked. Calls with it are refused from now on.')}>
          Show toast
        </Button>
        <Button onClick={() => showToast('The post was not cancelled: it is being published already.', 'bad')}>
          Show failure
        </Button>
      </Row>
      <Dialog
        open={open === 'form'}
        onClose={close}
        title="Create a key"
        description="It is shown once, after it was created."
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" onClick={close}>
              Create key
            </Button>
          </>
        }
      >
        <TextField label="Name" placeholder="Website" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Revoke the key “Website”?"
        description="Calls with it are refused at once. It cannot be used again."
        confirm="Revoke key"
        onConfirm={close}
      />
    </Group>
  );
}
