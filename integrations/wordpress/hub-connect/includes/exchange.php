<?php
/**
 * The exchange of a connect code for an application password.
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the route of the exchange. The code is the permission.
 */
function hub_connect_register_exchange() {
	register_rest_route(
		'hub-connect/v1',
		'/exchange',
		array(
			'methods'             => 'POST',
			'callback'            => 'hub_connect_exchange',
			'permission_callback' => '__return_true',
		)
	);
}
add_action( 'rest_api_init', 'hub_connect_register_exchange' );

/**
 * Answers an exchange.
 *
 * @param WP_REST_Request $request The request.
 * @return WP_REST_Response
 */
function hub_connect_exchange( WP_REST_Request $request ) {
	$body = $request->get_json_params();
	if ( ! is_array( $body ) || ! isset( $body['code'] ) || ! is_string( $body['code'] ) ) {
		return hub_connect_error( 400, 'invalid_request', __( 'Send a JSON object with the connect code in "code".', 'hub-connect' ) );
	}
	$obstacle = hub_connect_site_obstacle();
	if ( null !== $obstacle ) {
		return hub_connect_error( 503, 'unavailable', $obstacle );
	}
	hub_connect_ensure_tables();
	$client  = hub_connect_client();
	$seconds = hub_connect_count_attempt( $client );
	if ( $seconds > 0 ) {
		$error = hub_connect_error( 429, 'too_many_attempts', __( 'Too many attempts. Try again later.', 'hub-connect' ) );
		$error->header( 'Retry-After', (string) $seconds );
		return $error;
	}
	$service = isset( $body['name'] ) && is_string( $body['name'] ) ? $body['name'] : '';
	$granted = hub_connect_redeem( $body['code'], $service );
	if ( null === $granted ) {
		return hub_connect_error( 400, 'invalid_connect_code', __( 'This connect code is unknown, used or expired. Generate a new one.', 'hub-connect' ) );
	}
	hub_connect_forgive_attempt( $client );
	if ( is_wp_error( $granted ) ) {
		return hub_connect_error( 500, 'key_not_created', __( 'The site could not create an application password. Try again.', 'hub-connect' ) );
	}
	return hub_connect_answer( 200, $granted );
}

/**
 * Consumes a code and makes the key of its user, both or none.
 *
 * @param string $code    The code as somebody typed it.
 * @param string $service Name of the publishing service.
 * @return array|WP_Error|null The body of the answer; null when the code is not valid.
 */
function hub_connect_redeem( $code, $service ) {
	global $wpdb;
	$wpdb->query( 'START TRANSACTION' );
	$user_id = hub_connect_consume_code( $code );
	$user    = null === $user_id ? false : get_userdata( $user_id );
	// A user who lost the right to publish since: the code is used up all the same.
	if ( ! $user || null !== hub_connect_obstacle( $user ) ) {
		$wpdb->query( 'COMMIT' );
		return null;
	}
	$password = hub_connect_create_application_password( $user, $service );
	if ( is_wp_error( $password ) ) {
		$wpdb->query( 'ROLLBACK' );
		clean_user_cache( $user );
		return $password;
	}
	$wpdb->query( 'COMMIT' );
	return array(
		'type'             => 'wordpress',
		'apiUrl'           => home_url( '/' ),
		'apiKey'           => $password,
		'user'             => array(
			'id'       => (string) $user->ID,
			'username' => $user->user_login,
			'name'     => $user->display_name,
		),
		'hub'              => array( 'name' => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) ),
		'defaultSpaceSlug' => null,
	);
}

/**
 * Shapes an error.
 *
 * @param int    $status  HTTP status.
 * @param string $code    Code for programs.
 * @param string $message Sentence for people.
 * @return WP_REST_Response
 */
function hub_connect_error( $status, $code, $message ) {
	return hub_connect_answer(
		$status,
		array(
			'code'    => $code,
			'message' => $message,
		)
	);
}

/**
 * Shapes an answer that nobody may store.
 *
 * @param int   $status HTTP status.
 * @param array $body   The body.
 * @return WP_REST_Response
 */
function hub_connect_answer( $status, array $body ) {
	return new WP_REST_Response( $body, $status, array( 'Cache-Control' => 'no-store' ) );
}
