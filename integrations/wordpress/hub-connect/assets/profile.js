/* global ClipboardJS, hubConnectProfile, wp */
(() => {
	const texts = hubConnectProfile;
	const byId = (id) => document.getElementById(`hub-connect-${id}`);
	const button = byId('create');
	const result = byId('result');
	const code = byId('code');
	const expiry = byId('expiry');
	const failure = byId('failure');
	let expires;

	const showCode = (created) => {
		const expiresAt = new Date(Date.now() + created.seconds * 1000);
		const time = expiresAt.toLocaleTimeString(document.documentElement.lang, { hour: 'numeric', minute: '2-digit' });
		code.value = created.code;
		expiry.textContent = texts.valid.replace('%s', time);
		result.hidden = false;
		code.focus();
		code.select();
		wp.a11y.speak(texts.created);
		clearTimeout(expires);
		expires = setTimeout(() => {
			code.value = '';
			expiry.textContent = texts.expired;
		}, created.seconds * 1000);
	};

	const showFailure = (answer) => {
		failure.querySelector('p').textContent = answer?.responseJSON?.data?.message ?? texts.failed;
		failure.hidden = false;
		result.hidden = true;
	};

	button.addEventListener('click', () => {
		button.disabled = true;
		failure.hidden = true;
		wp.ajax
			.post('hub_connect_create_code', { _ajax_nonce: texts.nonce })
			.done(showCode)
			.fail(showFailure)
			.always(() => {
				button.disabled = false;
			});
	});

	new ClipboardJS('.hub-connect-copy').on('success', ({ trigger, clearSelection }) => {
		const copied = trigger.nextElementSibling;
		clearSelection();
		copied.hidden = false;
		setTimeout(() => {
			copied.hidden = true;
		}, 3000);
		wp.a11y.speak(texts.copied);
		trigger.focus();
	});
})();
